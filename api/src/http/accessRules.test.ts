import { expect, test } from '@jest/globals'
import { API_ACCESS, EXTERNAL_ACCESS } from './accessRules'

/* A route that is missing here works as a call that a person waits for: its connections, and how many at a time. */

const LISTS = [
  'GET /api/Users',
  'GET /api/Users/all-hierarchy',
  'GET /api/Users/children',
  'GET /api/Users/children/:userId',
  'GET /api/Users/counts',
  'GET /api/Users/counts/:userId',
  'GET /api/Machines',
  'GET /api/Machines/:machineId/trend',
  'GET /api/activity',
]
const REPORTS = ['GET /api/internal/query', 'GET /api/external/query']
const STREAMS = ['GET /api/events']

test('lists, reports and streams of the console and of the external service have their classes of work, the rest none', () => {
  const routes = Object.entries({ ...API_ACCESS, ...EXTERNAL_ACCESS })
  const ofClass = (work: string) => routes.filter(([, rule]) => rule.work === work).map(([name]) => name)
  expect(ofClass('lists').sort()).toEqual([...LISTS].sort())
  expect(ofClass('reports').sort()).toEqual([...REPORTS].sort())
  expect(ofClass('streams')).toEqual(STREAMS)
  expect(ofClass('interactive')).toEqual([])
})
