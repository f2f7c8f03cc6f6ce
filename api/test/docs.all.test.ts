import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ACTIVITY_INDEXES, NOTES_INDEX } from '../src/db/migrations/0034-activity-search'
import { API_ACCESS, DOCS_ACCESS } from '../src/http/accessRules'
import { call } from '../testing/http'
import { inMemory, startApi, type Api } from '../testing/server'

let api: Api

beforeAll(async () => {
  api = await startApi(inMemory)
})
afterAll(() => api?.stop())

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Record<string, unknown>>>
}

test('the OpenAPI document has every call, with its rule, headers, body and answers', async () => {
  const header = (name: string) => expect.objectContaining({ in: 'header', name, required: false })
  const { status, body } = await call<OpenApi>(api.url, 'GET /api/docs/json')
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  const described = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.sort()).toEqual(Object.keys({ ...API_ACCESS, ...DOCS_ACCESS }).sort())
  expect(body.paths['/api/Machines/{machineId}/credit']?.['put']).toMatchObject({
    summary: 'Users of levels 1 to 5, about a machine of anybody below.',
    security: [{ bearer: [] }],
    parameters: expect.arrayContaining([header('if-match'), header('idempotency-key')]),
    requestBody: { content: { 'application/json': { schema: { required: ['amount'] } } } },
    responses: {
      200: { content: { 'application/json': { schema: { required: ['credit', 'creditVersion'] } } } },
    },
  })
  expect(body.paths['/api/Machines/bulk/credit']?.['post']).toMatchObject({
    summary: 'Users of levels 1 to 5, each item about a machine of anybody below.',
    requestBody: { content: { 'application/json': { schema: { required: ['items'] } } } },
    responses: { 200: { content: { 'application/json': { schema: { required: ['results'] } } } } },
  })
  const answers = (path: string, method: string) => body.paths[path]?.[method]?.['responses'] ?? {}
  for (const [path, method] of [
    ['/api/Auth/logout', 'post'],
    ['/api/Users/{userId}', 'delete'],
    ['/api/Games/{gameId}', 'delete'],
  ] as const) {
    expect(Object.keys(answers(path, method))).toEqual(['204', '4XX', '5XX'])
  }
  expect(Object.keys(answers('/api/Users/all-hierarchy', 'get'))).toEqual(['200', '304', '4XX', '5XX'])
  for (const path of ['/api/Users/all-hierarchy', '/api/internal/query']) {
    expect(answers(path, 'get')).toMatchObject({
      200: {
        content: {
          'application/json': { schema: { type: 'array' } },
          'application/x-ndjson': { schema: { type: 'object' } },
        },
      },
    })
  }
})

test('the external reports service describes its own call and its errors', async () => {
  const { body } = await call<OpenApi>(api.externalUrl, 'GET /api/docs/json')
  expect(body.paths['/api/external/query']?.['get']).toMatchObject({
    security: [{ bearer: [] }],
    responses: {
      200: { content: { 'application/json': { schema: { anyOf: expect.anything() } } } },
      '4XX': { content: { 'application/json': { schema: { required: ['message'] } } } },
    },
  })
  const { status, text } = await call(api.externalUrl, 'GET /api/docs')
  expect([status, text.includes('GET /api/external/query')]).toEqual([200, true])
})

test('the page shows the same document and allows no scripts', async () => {
  const { status, headers, text } = await call(api.url, 'GET /api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/)
  expect(text).toContain('PUT /api/Machines/{machineId}/credit')
  expect(text).not.toMatch(/<script|javascript:/)
})

const database = () => readFileSync(join(__dirname, '../../docs/database.md'), 'utf8')

test('the backup script keeps dumps private, and lets node_exporter read when the last one was made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const [dumps, metrics, programs] = ['dumps', 'metrics', 'bin'].map((name) => join(folder, name))
  for (const each of [dumps, metrics, programs]) mkdirSync(each!)
  writeFileSync(join(programs!, 'pg_dump'), '#!/bin/sh\necho dump > "${3#--file=}"\n', { mode: 0o755 })
  const [, script = ''] = /```\n(umask[^`]+)```/.exec(database()) ?? []
  const here = script.replaceAll('/backup', dumps!).replaceAll('/var/lib/prometheus/node-exporter', metrics!)
  execFileSync('sh', ['-ec', here], {
    env: { PATH: `${programs}:${process.env['PATH']}`, DATABASE_URL: 'x' },
  })
  const modes = (path: string) =>
    readdirSync(path).map((name) => [name, statSync(join(path, name)).mode & 0o777])
  expect(modes(dumps!)).toEqual([[expect.stringMatching(/^console-[-\d]{10}\.dump$/), 0o600]])
  expect(modes(metrics!)).toEqual([['console-backup.prom', 0o644]])
  const age =
    Date.now() / 1000 - Number(readFileSync(join(metrics!, 'console-backup.prom'), 'utf8').split(' ')[1])
  expect(age).toBeLessThan(60)
  rmSync(folder, { recursive: true })
})

test('docs/database.md creates the same indexes as the migrations', () => {
  const text = database()
  for (const index of [...ACTIVITY_INDEXES, NOTES_INDEX])
    expect(text).toContain(`create ${index.replace('index', 'index concurrently')};`)
})
