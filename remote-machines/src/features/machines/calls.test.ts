/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { machinesQuery } from '@console/shared-kernel/core'
import { normaliseMachineConfig, normaliseMachines } from '@console/shared-kernel/contracts'
import { describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { setMachineBlocked } from './api'
import { availableGamesQuery, commonConfigQuery, configQuery, readConfig, saveConfig } from './config/api'
import { readMachineAgain, saveCredit } from './credit/creditChange'

const machineRow = (index: number) => ({
  idMachine: `m${index}`,
  machineName: `Machine ${index}`,
  userName: `Owner ${index}`,
  credit: 5.25,
  creditVersion: '3',
})
const gameRow = (index: number) => ({ id: index + 1, name: `Game ${index}`, type: 'Slot' })
const MACHINES = { 'GET /api/Machines': [machineRow(0), machineRow(1)] }
const CREDIT = 'PUT /api/Machines/m0/credit'
const CONFIG = { pingBrowser: 40, listaJuegos: '[1,2]', touchScreen: false }

const [machine] = normaliseMachines([machineRow(0)])
const lengthOf = (value: unknown) => (value as unknown[]).length
const change = (creditVersion: string | null) => ({
  machineId: 'm0',
  cents: 500,
  baseVersion: { creditCents: 525, creditVersion },
  key: 'key',
})

const COMMON = { machines: 2, fields: { pingInterval: { value: 30, machines: 2 } } }
/** Answers without a credit, which are valid from a server without versions. */
const SAYS_NOTHING = ['empty', 'missing', 'null', 'a number', 'an object for a list']

const calls: readonly KnownCall[] = [
  {
    name: 'machinesQuery',
    answers: MACHINES,
    at: 'GET /api/Machines',
    ask: async (client) => (await client.fetchQuery(machinesQuery)).rows,
    list: { row: machineRow, length: lengthOf },
  },
  {
    name: 'readMachineAgain',
    answers: MACHINES,
    at: 'GET /api/Machines',
    ask: (client) => readMachineAgain(client, 'm0'),
  },
  {
    name: 'setMachineBlocked',
    answers: { 'PUT /api/Machines/m0/toggle-block': { blocked: true } },
    at: 'PUT /api/Machines/m0/toggle-block',
    ask: () => setMachineBlocked(machine!, true),
  },
  {
    name: 'saveCredit, versioned',
    answers: { [CREDIT]: { credit: 5, creditVersion: '4' } },
    at: CREDIT,
    ask: () => saveCredit(change('3')),
  },
  {
    name: 'saveCredit, not versioned',
    answers: { [CREDIT]: { credit: 5 } },
    at: CREDIT,
    ask: () => saveCredit(change(null)),
    instead: ({ name }) =>
      SAYS_NOTHING.includes(name)
        ? { value: { credit: { creditCents: 500, creditVersion: null }, activityId: null } }
        : undefined,
  },
  {
    name: 'readConfig, for one of many',
    answers: { 'GET /api/Machines/m0/config': CONFIG },
    at: 'GET /api/Machines/m0/config',
    ask: (client) =>
      client.fetchQuery({ queryKey: ['one of many'], queryFn: ({ signal }) => readConfig('m0', signal) }),
  },
  {
    name: 'configQuery',
    answers: { 'GET /api/Machines/m0/config': CONFIG },
    at: 'GET /api/Machines/m0/config',
    ask: (client) => client.fetchQuery(configQuery('m0')),
  },
  {
    name: 'commonConfigQuery',
    answers: { 'GET /api/Machines/m0/config/common': COMMON },
    at: 'GET /api/Machines/m0/config/common',
    ask: (client) => client.fetchQuery(commonConfigQuery('m0')),
  },
  {
    name: 'availableGamesQuery',
    answers: { 'GET /api/Machines/available-games': [gameRow(0), gameRow(1)] },
    at: 'GET /api/Machines/available-games',
    ask: (client) => client.fetchQuery(availableGamesQuery),
    list: { row: gameRow, length: lengthOf },
  },
  {
    name: 'saveConfig',
    answers: { 'PUT /api/Machines/m0/config': CONFIG },
    at: 'PUT /api/Machines/m0/config',
    ask: () => saveConfig({ machineId: 'm0', config: normaliseMachineConfig(CONFIG), headers: {} }),
    unread: true,
  },
]

describe('machine calls against a misbehaving server', () => describeCalls(calls))

test('[VALID-14] [ERROR-31] the configuration of a machine without an id is not saved', () =>
  expect(saveConfig({ machineId: '', config: normaliseMachineConfig({}), headers: {} })).rejects.toThrow(
    'Machine ID is missing',
  ))
