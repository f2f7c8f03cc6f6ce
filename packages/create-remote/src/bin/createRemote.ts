#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { createRemote, Refused } from '../createRemote'

const [name = '', ...more] = process.argv.slice(2)
try {
  if (name === '' || more.length > 0) throw new Refused('Say its name: npm create @console/remote NAME')
  const template = fileURLToPath(new URL('../../template', import.meta.url))
  const folder = createRemote(template, process.cwd(), name)
  console.log(`Created ${folder}. Next:\n\n  cd ${folder}\n  npm install\n  npm run dev\n`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
