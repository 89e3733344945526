# bash completion for one-resize
_one_resize() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    shopt -s extglob
    case $before in
        -C|--config)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(cfg)' -- "$word"))
            return
            ;;
        -i|--input_path)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(circle|tflite)' -- "$word"))
            return
            ;;
        -o|--output_path)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(circle|tflite)' -- "$word"))
            return
            ;;
        -s|--input_shapes)
            compopt -o default
            return
            ;;
        --constant)
            compopt -o default
            return
            ;;
        --output-shape)
            compopt -o default
            return
            ;;
        --check)
            compopt -o default
            return
            ;;
        --mend)
            compopt -o default
            return
            ;;
        -T|--target)
            compopt -o default
            return
            ;;
    esac
    COMPREPLY=($(compgen -W "-h --help -v --version -C --config -i --input_path -o --output_path -s --input_shapes --strict --constant --output-shape --cut-tables --global-pool --fold --no-fold --dry-run --check --mend --list-inputs --list-operators -T --target -V --verbose" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _one_resize one-resize
