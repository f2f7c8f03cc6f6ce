import { expect, test } from '@jest/globals'
import { readSettings } from './settings'

const ORIGINS: Record<string, boolean> = {
  'http://localhost': true,
  'http://localhost:4000': true,
  'http://127.0.0.1:4111': true,
  'https://localhost': false,
  'http://localhost.evil.example': false,
  'http://localhost:4000.evil.example': false,
  'http://127.0.0.1.evil.example': false,
  'http://evil.example/http://localhost:4000': false,
}

test('by default, pages served from this machine may call the API; in production, none may', () => {
  const { corsOrigins } = readSettings({})
  const mayCall = (origin: string) => corsOrigins.some((allowed) => new RegExp(allowed).test(origin))
  expect(Object.fromEntries(Object.keys(ORIGINS).map((origin) => [origin, mayCall(origin)]))).toEqual(ORIGINS)
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x', TOKEN_SECRET: 'x'.repeat(32) }
  expect(readSettings(production).corsOrigins).toEqual([])
})
