import { beforeEach } from '@jest/globals'
import { screen } from '@testing-library/react'
import {
  aUser,
  renderAs,
  serverForTests,
  mockWindowWidth,
  updateFeatures,
} from '@console/shared-kernel/testing/page'
import OverviewScreen from '../src/features/overview/OverviewScreen'

const MACHINE = '00000000-0000-4000-8000-000000000001'
const offline = {
  id: 7,
  kind: 'offline',
  since: '2026-11-20T10:00:00.000Z',
  machine: { id: MACHINE, name: 'Slot 1' },
  user: { userId: 6, userName: 'bea' },
  figure: null,
  limit: 120,
}
const refusedSignIns = {
  ...offline,
  id: 8,
  kind: 'refused-sign-ins',
  machine: null,
  figure: 9,
  limit: 5,
}
const thresholds = { hidden: [], payoutCents: 50_000, creditChangeCents: 1_000_000 }
const overview = {
  now: '2026-11-21T12:00:00.000Z',
  today: { inCents: 120_000, outCents: 90_000 },
  weekAgo: { inCents: 100_000, outCents: 90_000 },
  days: [{ day: '2026-11-21', inCents: 120_000, outCents: 90_000 }],
  machines: { total: 12, online: 11, creditCents: 123_450 },
  best: [{ machineId: MACHINE, name: 'Slot 1', userName: 'bea', profitCents: 5_000 }],
  worst: [],
}

const show = (address = '/overview') => renderAs(aUser({ userId: 1, level: 1 }), <OverviewScreen />, address)
const region = (name: string) => screen.findByRole('region', { name })

/** For a test file: renders the overview, on a server with two findings and one day's figures. */
export function overviewPage() {
  const server = serverForTests()
  const attention = (findings: object[] = [refusedSignIns, offline], over: object = {}) =>
    server().on('/api/attention', {
      body: { findings, total: findings.length, machineIds: [], thresholds, ...over },
    })

  beforeEach(() => {
    mockWindowWidth(1440)
    attention()
    server().on('/api/overview', { body: overview })
    server().on('/api/activity', { body: { rows: [], next: null } })
    updateFeatures({ features: { attention: {}, overview: {}, activity: {} } })
  })

  return { server, attention, show, region, MACHINE, offline, refusedSignIns, thresholds, overview }
}
