// Package session reads and writes transcripts in JSON Lines. The lines are
// entries, often after a header. An entry may name the entry before it, so that
// a session is a tree.
//
// The rule of the room: it knows how entries are connected, and nothing of
// what they contain. A format passes a [Layout] with the names of the fields of
// its header and its entries, and reads and writes the content itself.
//
// # A session format
//
// If each line is one message with an id and a parent, as in pi's sessions:
//
//  1. Describe the lines in a [Layout]. Every entry is read, and those that are not on
//     the path to the current entry are excluded.
//  2. Decode calls [Layout.Decode] with all false. The function that it is
//     given reads the content of an entry, builds a message with Envelope.Meta
//     (id, time, excluded, parent) and passes it to [Path.Append]. An entry that
//     no model sees goes to [Path.Other].
//  3. Branches calls [Layout.Decode] with all true, and Weigh is [Layout.BranchSizes].
//  4. Write calls [Layout.Write]. For each message, [Chain.Begin] writes the id, the
//     parent and the time, and [Chain.End] ends the line.
//  5. Holds.Features has format.Trees and format.Sessions.
//
// If several lines are one message, or one line is several, or the file has
// rules of its own for the active path:
//
//  1. Read every line in the order of the file and build one list of messages.
//  2. Find the active path: [NewTree] connects entries, [Tree.Path] is the way to
//     one, [Tree.Leaves] are their ends, [Tree.Order] is the order of the list.
//  3. Set Meta.Excluded on each message that is not on the path: on another
//     branch, rolled back, retracted. Leave Meta.Place nil where an active message
//     follows the last active one, or an excluded one the message before it.
//     Else set its parent: p := m.InPlace(), p.Parent = id, m.SetPlace(p).
//  4. Set Meta.Injected on what the program wrote in the user's name. Set Place.Cwd
//     and Place.Branch only where they change.
//  5. Set Conversation.Session, and ToolCall.Conversation on a call that started a
//     helper. The helper's conversation has Session.Parent.
//  6. Branches is format.EachBranch(decode): the active path first, then each leaf.
//  7. What Write gets has passed conv/fit: no parent is missing or in a circle, and
//     each active message follows the last active one. Without format.Trees in
//     Holds.Features there are only active messages. If the program goes on from the
//     end of the file, Reduce drops excluded messages after the last active one.
package session
