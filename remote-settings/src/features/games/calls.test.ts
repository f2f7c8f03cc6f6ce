/** @jest-environment node */
import { describe } from '@jest/globals'
import { NEW_GAME, normaliseGame } from '@console/shared-kernel/contracts'
import { describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { gamesQuery } from '@console/shared-kernel/core'
import { addGame, deleteGame, setGameState } from './api'

const gameRow = (index: number) => ({ id: index + 1, name: `Game ${index}`, type: 'Slot', gameState: true })
const CATALOGUE = { 'GET /api/Games': [gameRow(0), gameRow(1)] }
const GAME = { 'GET /api/Games/1': gameRow(0), 'PUT /api/Games/1': gameRow(0) }
const switchOff = () => setGameState({ id: 1, active: false })

const calls: readonly KnownCall[] = [
  {
    name: 'gamesQuery',
    answers: CATALOGUE,
    at: 'GET /api/Games',
    ask: (client) => client.fetchQuery(gamesQuery),
    list: { row: gameRow, length: (value) => (value as unknown[]).length },
  },
  {
    // after a lost answer the game is looked up in the catalogue
    name: 'addGame',
    answers: { ...CATALOGUE, 'POST /api/Games': gameRow(2) },
    at: 'POST /api/Games',
    ask: async (client) => {
      await client.fetchQuery(gamesQuery).catch(() => undefined)
      return addGame(client, { ...NEW_GAME, name: 'New' })
    },
    unread: true,
  },
  {
    // a server may answer a change without the game; then the game that was read is shown
    name: 'setGameState, reading',
    answers: { ...GAME, 'PUT /api/Games/1': {} },
    at: 'GET /api/Games/1',
    ask: switchOff,
    alone: true,
  },
  {
    name: 'setGameState, writing',
    answers: GAME,
    at: 'PUT /api/Games/1',
    ask: switchOff,
    unread: true,
    retriedAfterStatus: 409,
  },
  {
    name: 'deleteGame',
    answers: { 'DELETE /api/Games/1': undefined },
    at: 'DELETE /api/Games/1',
    ask: () => deleteGame(normaliseGame(gameRow(0))!),
    unread: true,
  },
]

describe('settings calls against a misbehaving server', () => describeCalls(calls))
