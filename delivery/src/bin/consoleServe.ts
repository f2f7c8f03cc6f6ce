#!/usr/bin/env node
import { main } from '../consoleServe'

await main(process.argv.slice(2))
