import { format } from 'node:util'
import { afterEach, expect } from '@jest/globals'

const warnings: string[] = []

// a test that expects a warning replaces this
console.warn = (...parts: unknown[]) => void warnings.push(format(...parts))

afterEach(() => expect(warnings.splice(0)).toEqual([]))
