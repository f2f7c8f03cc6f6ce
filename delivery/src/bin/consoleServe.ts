#!/usr/bin/env node
import { main } from '../cli'

await main(process.argv.slice(2))
