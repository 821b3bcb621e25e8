// Convo is to conversations with language models what pandoc is to documents.
package main

import (
	"os"

	"convo/commands"
)

func main() { os.Exit(commands.Main()) }
