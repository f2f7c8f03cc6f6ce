import { format } from 'node:util'
import { afterAll, afterEach, expect } from '@jest/globals'

const printed: string[] = []
const record = (...parts: unknown[]) => void printed.push(format(...parts))
const assertNothingPrinted = () => expect(printed.splice(0)).toEqual([])

// a test that expects a warning or an error replaces these
console.warn = record
console.error = record

afterEach(assertNothingPrinted)
// what was printed while the last test was cleaned up
afterAll(assertNothingPrinted)
