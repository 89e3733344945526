# bash completion for one-build
_one_build() {
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
    esac
    COMPREPLY=($(compgen -W "-h --help -v --version -V --verbose -C --config -O" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _one_build one-build
