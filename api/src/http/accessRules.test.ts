import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { API_ACCESS, EXTERNAL_ACCESS } from './accessRules'

/*
 * A route that is missing from these lists counts as interactive, which determines its connections and how
 * many calls may run at a time.
 */

const LISTS = [
  'GET /api/Users',
  'GET /api/Users/all-hierarchy',
  'GET /api/Users/children',
  'GET /api/Users/children/:userId',
  'GET /api/Users/counts',
  'GET /api/Users/counts/:userId',
  'GET /api/Machines',
  'GET /api/Machines/:machineId/config/common',
  'GET /api/Machines/:machineId/trend',
  'GET /api/activity',
  'GET /api/overview',
]
const REPORTS = ['GET /api/internal/query', 'GET /api/external/query']
const STREAMS = ['GET /api/events']

test('lists, reports and streams of the console and the external service have their work class, other routes none', () => {
  const routes = Object.entries({ ...API_ACCESS, ...EXTERNAL_ACCESS })
  const ofClass = (work: string) => routes.filter(([, rule]) => rule.work === work).map(([name]) => name)
  expect(ofClass('lists').sort()).toEqual([...LISTS].sort())
  expect(ofClass('reports').sort()).toEqual([...REPORTS].sort())
  expect(ofClass('streams')).toEqual(STREAMS)
  expect(ofClass('interactive')).toEqual([])
})

/** Their answers are delayed while passwords or codes are guessed. */
const DELAYED = ['login', 'second-factor', 'proof', 'totp/confirm'].map((name) => `/api/Auth/${name}`)

test('the alert about slow calls excludes probes, delayed calls and calls that are expected to take longer', () => {
  const rules = Object.entries({ ...API_ACCESS, ...EXTERNAL_ACCESS })
  const longer = rules.filter(([, { work, items }]) => work !== undefined || items !== undefined)
  const paths = new Set(['/healthz', '/readyz', ...DELAYED, ...longer.map(([name]) => name.split(' ')[1]!)])
  const alerts = readFileSync(new URL('../../../docs/operations/alerts.yml', import.meta.url), 'utf8')
  const leftOut = [...alerts.matchAll(/route!~"([^"]*)"/g)].map(([, list = '']) => list.split('|').sort())
  expect(leftOut).toEqual([[...paths].sort(), [...paths].sort()])
})
