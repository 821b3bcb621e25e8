#!/usr/bin/env node
// Writes providers/catalog/prices.json.gz from the package that package.mjs
// names. Run it from the top of the checkout:
//
//	node scripts/prices/generate.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { date, fetch, name, version } from './package.mjs'

const dir = mkdtempSync(join(tmpdir(), 'prices-'))
try {
	// The package has its list in a variable that it does not export.
	const text = readFileSync(fetch(dir), 'utf8')
	const [, variable] = /^const (\w+) = \[$/m.exec(text)
	const module = join(dir, 'list.mjs')
	writeFileSync(module, `${text}\nexport { ${variable} as list }\n`)
	const { list } = await import(pathToFileURL(module))
	execFileSync('go', ['run', './scripts/prices', date, `${name} ${version}`], { input: JSON.stringify(list), stdio: ['pipe', 'inherit', 'inherit'] })
} finally {
	rmSync(dir, { recursive: true })
}
