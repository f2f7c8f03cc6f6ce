#!/usr/bin/env node
// The command is TypeScript, which Node 20 does not run by itself; in its package it is compiled.
import { register } from 'tsx/esm/api'

register()
await import('../src/bin/consoleProbe.ts')
