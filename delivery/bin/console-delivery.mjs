#!/usr/bin/env node
// The command is TypeScript, which Node 20 does not run by itself.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../src/consoleDelivery.ts')
process.exitCode = await main(process.argv.slice(2))
