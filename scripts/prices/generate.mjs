#!/usr/bin/env node
// Writes providers/catalog/prices.json.gz from the packages in package.mjs. Run
// it from the top of the checkout:
//
//	node scripts/prices/generate.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetch, genai, pi } from './package.mjs'

const dir = mkdtempSync(join(tmpdir(), 'prices-'))
try {
	writeFileSync(join(dir, 'list.json'), JSON.stringify(await list()))
	writeFileSync(join(dir, 'more.json'), JSON.stringify(more()))
	const source = `${genai.name} ${genai.version}, ${pi.name} ${pi.version}`
	execFileSync('go', ['run', './scripts/prices', genai.date, source, join(dir, 'list.json'), join(dir, 'more.json')], { stdio: 'inherit' })
} finally {
	rmSync(dir, { recursive: true })
}

// list returns the list of genai, which is in a variable that it does not export.
async function list() {
	const text = readFileSync(join(fetch(genai, dir), 'dist/index.js'), 'utf8')
	const [, variable] = /^const (\w+) = \[$/m.exec(text)
	const module = join(dir, 'list.mjs')
	writeFileSync(module, `${text}\nexport { ${variable} as list }\n`)
	return (await import(pathToFileURL(module))).list
}

// more returns a list of pi's prices, for vendors that charge everybody the
// same. Those of minimax-cn are in yuan, at pi's rate of exchange.
function more() {
	const vendors = { anthropic: 'anthropic', openai: 'openai', google: 'google', 'x-ai': 'xai', deepseek: 'deepseek', mistral: 'mistral', groq: 'groq',
		together: 'together', fireworks: 'fireworks', cerebras: 'cerebras', minimax: 'minimax', 'minimax-cn': 'minimax-cn', moonshotai: 'moonshotai', zai: 'zai' }
	const data = join(fetch(pi, dir), 'dist/providers/data')
	return Object.entries(vendors).map(([id, file]) => {
		const all = Object.values(JSON.parse(readFileSync(join(data, file + '.json'), 'utf8')))
		const chat = all.flatMap(models => Object.entries(models)).filter(([key, m]) => key.startsWith('chat:') && m.cost.input > 0)
		return { id, models: chat.map(([, m]) => ({ id: m.id, match: { equals: m.id }, prices: pricesOf(id, m.cost) })) }
	})
}

// pricesOf returns a model's rates. A rate of 0 means that there is none.
// Anthropic's cache for an hour costs twice the input (platform.claude.com,
// prompt caching). Searches cost the same with every model of a vendor.
function pricesOf(vendor, cost) {
	const rate = of => {
		const tiers = (cost.tiers ?? []).map(t => ({ start: t.inputTokensAbove, price: round(of(t)) }))
		return tiers.length > 0 ? { base: round(of(cost)), tiers } : round(of(cost))
	}
	const prices = { input_mtok: rate(c => c.input), output_mtok: rate(c => c.output) }
	if (cost.cacheRead > 0) prices.cache_read_mtok = rate(c => c.cacheRead)
	if (cost.cacheWrite > 0) prices.cache_write_mtok = rate(c => c.cacheWrite)
	if (vendor === 'anthropic') prices.cache_write_1h_mtok = rate(c => 2 * c.input)
	if (vendor === 'anthropic' || vendor === 'openai') prices.web_searches_kcount = 10
	if (vendor === 'openai') prices.storage_searches_kcount = 2.5
	return prices
}

function round(dollars) {
	return Number(dollars.toFixed(6))
}
