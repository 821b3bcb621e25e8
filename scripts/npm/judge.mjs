// Converts conversations to the formats of frameworks, and gives the results to the
// frameworks' own packages: each must load them, and give the same messages back.
// refused.tsv lists what a package rightly refuses (format, input, why).
// usage: node scripts/npm/judge.mjs CONVO DIRECTORY...
import {spawnSync} from 'node:child_process'
import {readFileSync, readdirSync, statSync} from 'node:fs'
import {isDeepStrictEqual} from 'node:util'
import {load} from '@langchain/core/load'
import {mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages} from '@langchain/core/messages'
import {OpenAIConversationsSession, protocol} from '@openai/agents'
import {convertToModelMessages, modelMessageSchema, validateUIMessages} from 'ai'

// Each judge loads an output, throws if it must not be so, and returns what the package
// makes of it, and the same from the output.
const judges = {
  'ai-sdk-ui': async text => {
    const value = JSON.parse(text)
    const messages = value.messages ?? value
    if (!messages.length) return
    const back = await validateUIMessages({messages})
    await convertToModelMessages(messages)
    return [back, messages]
  },
  'ai-sdk': async text => {
    const value = JSON.parse(text)
    const messages = value.messages ?? value
    return [messages.map(message => modelMessageSchema.parse(message)), messages]
  },
  langchain: async text => {
    const value = JSON.parse(text)
    const messages = value.values?.messages ?? value.messages ?? value
    // Python's classes have another path, and JavaScript has no message without a wrapping.
    const loaded = messages[0]?.lc
      ? await load(JSON.stringify(messages.map(m => ({...m, id: ['langchain_core', 'messages', m.id.at(-1)]}))))
      : mapStoredMessagesToChatMessages(messages.map(m => m.data ? m : {type: m.type, data: m}))
    return [mapChatMessagesToStoredMessages(loaded).map(told), messages.map(told)]
  },
  'openai-agents': async text => {
    const value = JSON.parse(text)
    const items = [value.original_input ?? value].flat().map(asStored)
    let stored = []
    const client = {conversations: {items: {list: async function* () { yield* items }, create: async (id, body) => { stored = body.items }}}}
    const session = new OpenAIConversationsSession({client, conversationId: 'conv_1'})
    const loaded = await session.getItems()
    for (const item of loaded) protocol.ModelItem.parse(item)
    await session.addItems(loaded)
    return [stored.map(said), items.map(said)]
  },
}

// told is what a message of LangChain tells, in whatever way it is wrapped.
function told(message) {
  const {content, name, id, tool_call_id, tool_calls, status, additional_kwargs, response_metadata, usage_metadata} = message.data ?? message.kwargs ?? message
  return {content, name: name || undefined, id: id || undefined, tool_call_id, tool_calls: tool_calls?.map(({name, args, id}) => ({name, args, id})) ?? [], status: status === 'error', additional_kwargs: additional_kwargs ?? {}, response_metadata: response_metadata ?? {}, usage_metadata}
}

// asStored is an item as OpenAI's servers return it: messages have a type, and a list of content.
// The SDK for JavaScript knows no role developer.
function asStored(item) {
  if (!item.role) return item
  if (item.role === 'developer') item = {...item, role: 'system'}
  const of = item.role === 'assistant' ? 'output_text' : 'input_text'
  return {...item, type: 'message', status: item.status ?? 'completed', content: typeof item.content === 'string' ? [{type: of, text: item.content}] : item.content}
}

// said is what an item says: the SDK leaves out ids of calls, and adds what is usual.
function said(item) {
  const {type, role, content, call_id, name, arguments: args, output, summary} = asStored(item)
  const text = list => Array.isArray(list) ? list.map(part => part.text ?? part.refusal ?? part.type).join('\n') : list
  return {type, role, content: text(content), call_id, name, args, output: text(output), summary: text(summary)}
}

// files are the inputs in a directory: those of the test data, or all of a corpus.
function* files(at) {
  if (!statSync(at).isDirectory()) {
    if (/\.(jsonl?|sse)$/.test(at) && !/conversation\.json$/.test(at)) yield at
    return
  }
  for (const name of readdirSync(at).sort()) yield* files(at + '/' + name)
}

// differences are the places where b lacks something of a, or has it otherwise.
function* differences(a, b, at = '') {
  if (a && b && typeof a === 'object' && typeof b === 'object' && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) yield* differences(a[key], b[key], at + '/' + key)
  } else if (!isDeepStrictEqual(a, b)) {
    yield `${at}: ${JSON.stringify(a)?.slice(0, 60)} is not ${JSON.stringify(b)?.slice(0, 60)}`
  }
}

const [convo, ...directories] = process.argv.slice(2)
const listed = new Map(readFileSync(new URL('refused.tsv', import.meta.url), 'utf8').trim().split('\n').slice(1).map(line => line.split('\t')).map(([format, input]) => [format + ' ' + input, false]))
let failed = 0
for (const format of Object.keys(judges)) {
  let judged = 0, refused = 0
  for (const input of directories.flatMap(d => [...files(d)])) {
    const run = spawnSync(convo, ['transform', '-q', '-t', format, input], {encoding: 'utf8', maxBuffer: 1 << 30})
    if (run.status === 70) throw new Error(run.stderr)
    if (run.status !== 0) continue // broken on purpose
    let why = ''
    for (const text of format.endsWith('-lines') ? [run.stdout] : run.stdout.trim().split(/\n(?=[[{])/)) {
      try {
        const [got, want] = await judges[format](text) ?? []
        why ||= [...differences(got, want)][0] ?? ''
      } catch (error) {
        why ||= String(error.message).replace(/Value: .*?\nError message: /s, '').replace(/\s+/g, ' ').slice(-300)
      }
    }
    judged++
    const key = format + ' ' + input
    if (why && listed.has(key)) {
      listed.set(key, true)
      refused++
    } else if (why) {
      failed++
      console.log(`${format}\t${input}\t${why}`)
    }
  }
  console.log(`${format}: ${judged} inputs, ${refused} refused as listed`)
}
for (const [key, used] of listed) {
  if (!used && directories.some(d => key.split(' ')[1].startsWith(d + '/'))) {
    failed++
    console.log(`${key}: listed in refused.tsv, but not refused`)
  }
}
process.exit(failed ? 1 : 0)
