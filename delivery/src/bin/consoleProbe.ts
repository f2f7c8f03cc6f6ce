#!/usr/bin/env node
import { main } from '../consoleProbe'

process.exitCode = await main(process.argv.slice(2))
