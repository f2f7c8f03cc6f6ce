/** @jest-environment node */
import { describe } from '@jest/globals'
import { aUser, describeCalls } from '@console/shared-kernel/testing/page'
import { readOwnRecord, savePassword } from './api'

const ana = aUser({ userId: 7, level: 4, version: '3' })
const changes = { currentPassword: 'old secret', password: 'new secret' }

describe('the calls for a new password', () =>
  describeCalls([
    {
      name: 'readOwnRecord',
      answers: { 'GET /api/Users/current': { userId: 7, userName: 'ana', level: 4 } },
      at: 'GET /api/Users/current',
      ask: () => readOwnRecord(),
      alone: true,
    },
    {
      name: 'savePassword',
      answers: { 'PUT /api/Users/7': { done: true } },
      at: 'PUT /api/Users/7',
      ask: () => savePassword({ user: ana, changes, key: 'k' }),
      unread: true,
    },
  ]))
