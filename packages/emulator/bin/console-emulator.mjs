#!/usr/bin/env node
// The command is TypeScript, which Node 20 does not run by itself; the published package has it compiled.
import { register } from 'tsx/esm/api'

register()
await import('../src/bin/consoleEmulator.ts')
