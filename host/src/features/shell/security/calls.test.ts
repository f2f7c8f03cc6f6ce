/** @jest-environment node */
import { describe } from '@jest/globals'
import { describeCalls } from '@console/shared-kernel/testing/page'
import {
  addPasskey,
  beginCodes,
  confirmCodes,
  endOtherSessions,
  endSession,
  factorsQuery,
  readPasskeyOptions,
  readProofOptions,
  removeCodes,
  removePasskey,
  renewRecoveryCodes,
  sendProof,
  sessionsQuery,
} from './api'

const AT = '2026-11-29T08:00:00.000Z'
const session = (index: number) => ({
  id: String(index),
  device: 'Firefox on Windows',
  startedAt: AT,
  usedAt: AT,
})
const CODES = { recoveryCodes: ['AAAA-AAAA-AAAA-AAAA'] }

describe('the calls of Security', () =>
  describeCalls([
    {
      name: 'sessionsQuery',
      answers: { 'GET /api/Auth/sessions': [session(1)] },
      at: 'GET /api/Auth/sessions',
      ask: (client) => client.fetchQuery(sessionsQuery),
    },
    {
      name: 'factorsQuery',
      answers: { 'GET /api/Auth/factors': { totp: AT, passkeys: [], recoveryCodes: 9, canAdd: {} } },
      at: 'GET /api/Auth/factors',
      ask: (client) => client.fetchQuery(factorsQuery),
    },
    ...(
      [
        ['endSession', 'DELETE /api/Auth/sessions/1', () => endSession('1'), undefined],
        ['endOtherSessions', 'DELETE /api/Auth/sessions', () => endOtherSessions(), { ended: 1 }],
        ['beginCodes', 'POST /api/Auth/totp', () => beginCodes('x'), { secret: 'ABC', uri: 'otpauth://x' }],
        ['confirmCodes', 'POST /api/Auth/totp/confirm', () => confirmCodes('123456'), CODES],
        ['removeCodes', 'DELETE /api/Auth/totp', () => removeCodes(), undefined],
        [
          'readPasskeyOptions',
          'POST /api/Auth/passkeys/options',
          () => readPasskeyOptions('x'),
          { challenge: 'x' },
        ],
        ['addPasskey', 'POST /api/Auth/passkeys', () => addPasskey('Phone', {}), CODES],
        ['removePasskey', 'DELETE /api/Auth/passkeys/1', () => removePasskey('1'), undefined],
        ['renewRecoveryCodes', 'POST /api/Auth/recovery-codes', () => renewRecoveryCodes(), CODES],
        ['sendProof', 'POST /api/Auth/proof', () => sendProof({ code: '123456' }), { until: AT }],
        ['readProofOptions', 'POST /api/Auth/proof/passkey', () => readProofOptions(), { challenge: 'x' }],
      ] as const
    ).map(([name, at, ask, answer]) => ({
      name,
      answers: { [at]: answer ?? { done: true } },
      at,
      ask,
      // these two reject an answer that lacks what they ask for
      ...(!['beginCodes', 'renewRecoveryCodes'].includes(name) && { unread: true as const }),
    })),
  ]))
