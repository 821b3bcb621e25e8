// Package commands is the table of commands. A file of a command describes its
// flags and makes options of them; the work is done by the rooms below
// internal.
//
//	internal/frame     the program: arguments, help, errors, input, output
//	internal/pipe      conversations on their way through a command
//	internal/request   parameters, tools and schemas that flags name
//	internal/chat      asking models and running tools: reply, tool
//	internal/turn      the message that prompt adds
//	internal/findings  what validate finds, and its reports
//	internal/prices    what models cost
//	internal/meter     what cost adds up, and its reports
package commands
