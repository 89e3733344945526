# bash completion for circle-resizer
_circle_resizer() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    shopt -s extglob
    case $before in
        --input_path)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(circle|tflite)' -- "$word"))
            return
            ;;
        --output_path)
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@(circle|tflite)' -- "$word"))
            return
            ;;
        --input_shapes)
            compopt -o default
            return
            ;;
    esac
    COMPREPLY=($(compgen -W "-h --help --input_path --output_path --input_shapes --version" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _circle_resizer circle-resizer
