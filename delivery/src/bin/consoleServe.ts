#!/usr/bin/env node
import { main } from '../consoleServe'

process.exitCode = await main(process.argv.slice(2))
