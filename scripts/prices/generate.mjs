#!/usr/bin/env node
// Writes providers/catalog/prices.json.gz from the npm package
// @pydantic/genai-prices (MIT), at the version below. Run it from the top of
// the checkout after raising version, integrity and date:
//
//	npm view @pydantic/genai-prices version time dist.integrity
//	node scripts/prices/generate.mjs
//
// What it writes is described at ReadPrices in providers/catalog. It fails at
// anything in the package that it does not know.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const name = '@pydantic/genai-prices'
const version = '0.1.8'
const date = '2026-09-23' // of its publication
const integrity = 'sha512-h7CYw6qTyflG2zUndO8tXyL8Xopf+tX9JZu13h0ZFgeyYj+J2gm1edR4+R+mbQ2vPdkFjtTmmmu1cYQPM5/KTA=='

// Vendors that are called otherwise here.
const vendorNames = { 'x-ai': 'xai', moonshotai: 'moonshot', azure: 'azure-openai', aws: 'bedrock' }
// Vendors whose models another list has, beside what the package says.
const fallbacks = { zai: ['zhipuai'], zhipuai: ['zai'] }

// The rates that convo counts tokens for, and what becomes of the others.
const rates = {
	input_mtok: 'input', output_mtok: 'output', cache_read_mtok: 'cacheRead',
	cache_write_mtok: 'cacheWrite', cache_write_1h_mtok: 'cacheWrite1h',
	input_audio_mtok: 'inputAudio', output_audio_mtok: 'outputAudio',
	output_reasoning_mtok: 'reasoning', web_searches_kcount: 'searches', requests_kcount: 'requests',
}
const uncounted = [
	'cache_audio_read_mtok', 'cache_image_read_mtok', 'audio_hours', 'input_audio_hours',
	'input_document_kpages', 'input_annotated_document_kpages', 'storage_searches_kcount',
	'output_citation_mtok', 'input_text_messages_kcount',
]

// A model with one of these has no price here rather than a wrong one.
const uncountable = ['output_image_mtok', 'input_image_mtok', 'input_video_mtok', 'output_video_mtok']

// Expressions that are no pattern by themselves.
const expressions = {
	'^(?!.*-[tT][tT][sS](?:$|-))': ['!*-tts', '!*-tts-*'],
	'^o[134]': ['o1*', 'o3*', 'o4*'],
	'^(?![^/]+/)(?:labs-)?(?:(?:mi|code|dev|magi|mini)stral|mixtral|pixtral|voxtral|open-(?:mistral|mixtral))':
		['', 'labs-'].flatMap(head => ['mistral', 'codestral', 'devstral', 'magistral', 'ministral', 'mixtral', 'pixtral', 'voxtral', 'open-mistral', 'open-mixtral'].map(s => head + s + '*')),
}

// pattern makes a pattern of an expression: # is a digit, * anything.
function pattern(expression) {
	if (expressions[expression]) return expressions[expression]
	let s = expression.replace(/^\^/, '').replace(/\\d\{(\d+)\}/g, (_, n) => '#'.repeat(n)).replace(/\\d/g, '#').replace(/\\([.[\]])/g, '§$1')
	s = s.endsWith('$') ? s.slice(0, -1) : s + '*'
	if (!expression.startsWith('^') || /[\\^$.|?+()[\]{}]/.test(s.replace(/§./g, ''))) throw new Error('expression ' + expression)
	return [s.replaceAll('§', '')]
}

// patterns are those that a match is one of; one with ! before it excludes.
function patterns(match) {
	const [[op, value]] = Object.entries(match)
	switch (op) {
		case 'equals': return [literal(value)]
		case 'starts_with': return [literal(value) + '*']
		case 'ends_with': return ['*' + literal(value)]
		case 'contains': return ['*' + literal(value) + '*']
		case 'regex': return pattern(value).map(s => s.toLowerCase())
		case 'or': return [...new Set(value.flatMap(patterns))]
		case 'and': {
			const all = value.flatMap(patterns), plain = all.filter(s => !s.startsWith('!'))
			if (plain.length === 1) return all
			if (plain.length === all.length && plain.every(s => /^\*.*\*$/.test(s))) return [plain.join('').replaceAll('**', '*')]
		}
	}
	throw new Error('match ' + JSON.stringify(match))
}

function literal(s) {
	if (/[#*!]/.test(s)) throw new Error('name ' + s)
	return s.toLowerCase()
}

// dated are a model's prices, the oldest first; which holds is decided from
// the last.
function dated(prices) {
	return (Array.isArray(prices) ? prices : [{ prices }]).map(({ constraint: c, prices }) => {
		const rates = ratesOf(prices)
		return rates && {
			...(c?.type === 'start_date' && { from: c.start_date }),
			...(c?.type === 'time_of_date' && { hours: hour(c.start_time) + '-' + hour(c.end_time) }),
			...rates,
		}
	})
}

function hour(time) {
	const m = /^(\d\d:\d\d):00Z$/.exec(time)
	if (!m) throw new Error('time ' + time)
	return m[1]
}

function ratesOf(prices) {
	const out = {}
	for (const [key, value] of Object.entries(prices)) {
		if (rates[key]) out[rates[key]] = typeof value === 'number' ? value : [value.base, ...value.tiers.toSorted((a, b) => a.start - b.start).flatMap(t => [t.start, t.price])]
		else if (uncountable.includes(key)) return null
		else if (!uncounted.includes(key)) throw new Error('rate ' + key)
	}
	return out
}

// load is the package's table.
async function load() {
	const dir = mkdtempSync(join(tmpdir(), 'prices-'))
	try {
		const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', dir, `${name}@${version}`], { encoding: 'utf8' }))
		const file = join(dir, filename.replace('@', '').replace('/', '-'))
		const sum = 'sha512-' + createHash('sha512').update(readFileSync(file)).digest('base64')
		if (sum !== integrity) throw new Error(`${name}@${version} is ${sum}`)
		execFileSync('tar', ['xzf', file, '-C', dir])
		const text = readFileSync(join(dir, 'package/dist/index.js'), 'utf8')
		const [, table] = /^const (\w+) = \[$/m.exec(text)
		const module = join(dir, 'table.mjs')
		writeFileSync(module, `${text}\nexport { ${table} as table }\n`)
		return (await import(pathToFileURL(module))).table
	} finally {
		rmSync(dir, { recursive: true })
	}
}

const vendors = {}
for (const v of await load()) {
	const models = []
	for (const m of v.models) {
		const match = patterns(m.match)
		const prices = dated(m.prices)
		if (prices.includes(null) || !prices.some(p => 'input' in p || 'output' in p)) continue
		models.push({ id: m.id, ...(match.join() !== m.id && { match }), prices })
	}
	const named = [...(vendorNames[v.id] ? [v.id] : []), ...(v.provider_match ? patterns(v.provider_match) : [])]
	const others = [...(v.fallback_model_providers ?? []), ...(fallbacks[v.id] ?? [])].map(id => vendorNames[id] ?? id)
	vendors[vendorNames[v.id] ?? v.id] = {
		...(named.length && { names: named }),
		...(v.model_match && { owns: patterns(v.model_match) }),
		...(others.length && { others }),
		models,
	}
}
const text = JSON.stringify({ date, source: `${name} ${version}`, vendors })
const packed = gzipSync(text, { level: 9 })
packed[9] = 255 // the system it was packed on is nobody's business
writeFileSync('providers/catalog/prices.json.gz', packed)
console.log(`${Object.keys(vendors).length} vendors, ${Object.values(vendors).reduce((n, v) => n + v.models.length, 0)} models: ${text.length} bytes, ${packed.length} packed`)
