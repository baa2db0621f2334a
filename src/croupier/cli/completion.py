"""``croupier completion``: what a shell needs to complete commands and options."""

import sys
from typing import Literal

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> int:
    """Print a script that lets a shell complete commands and options.

    Examples, one for each shell:

        croupier completion bash > ~/.local/share/bash-completion/completions/croupier

        croupier completion zsh > ~/.zfunc/_croupier

        croupier completion fish > ~/.config/fish/completions/croupier.fish

    Parameters
    ----------
    shell
        The shell.
    """
    from croupier.cli.main import command_line

    sys.stdout.write(command_line(overview=False).generate_completion(shell=shell))
    return 0
