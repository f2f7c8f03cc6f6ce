#!/usr/bin/env node
// The command is written in TypeScript, which Node 20 cannot run directly; the package contains it compiled.
import { register } from 'tsx/esm/api'

register()
await import('../src/bin/consoleProbe.ts')
