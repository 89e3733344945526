# bash completion for onecc
_onecc() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    shopt -s extglob
    case $before in
        -C|--config)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(cfg)' -- "$word"))
            return
            ;;
        -O)
            compopt -o default
            return
            ;;
        -W|--workflow)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(json)' -- "$word"))
            return
            ;;
        -b|--backend)
            compopt -o default
            return
            ;;
        -T|--target)
            compopt -o default
            return
            ;;
    esac
    COMPREPLY=($(compgen -W "-h --help -v --version -V --verbose -C --config -O -W --workflow -b --backend -T --target import resize optimize quantize pack codegen profile infer partition" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _onecc onecc
