import { z } from 'zod'
import { UsageError } from '@console/shared-kernel/command'
import { addToken, DEFAULT_QUOTA_MB, readTeams, revokeToken, setTeam } from '../service/teams'
import { command, wholeNumber } from './command'

const DAYS = '90'
const MAX_DAYS = 3650
const MAX_QUOTA_MB = 1_000_000

/** Works on the folder only: write access to it is access to everything anyway. */
export const team = command({
  usage: 'team set NAME --owns PART ... [--quota MB] | token NAME [--days N] | revoke TOKEN-ID | list',
  summary: `sets which remotes a team owns ('host': the host, the settings, whole environments) and how many MB its releases may have (${DEFAULT_QUOTA_MB}), creates a token (${DAYS} days), or revokes one`,
  options: {
    owns: { type: 'string', multiple: true },
    quota: { type: 'string' },
    days: { type: 'string', default: DAYS },
  },
  positionals: [1, 2],
  input: z.object({
    action: z.enum(['set', 'token', 'revoke', 'list']),
    name: z.string(),
    owns: z.array(z.string()),
    quotaMb: z.int().optional(),
    days: z.int().min(1).max(MAX_DAYS),
  }),
  output: z.array(z.string()),
  read: ({ owns, days, quota }, [action, name]) => {
    if (action !== 'list' && name === undefined) throw new UsageError('Name a team or a token.')
    if (action === 'set' && !owns)
      throw new UsageError("Give what the team owns from now on; --owns '' is nothing.")
    return {
      action,
      name: name ?? '',
      owns: owns ?? [],
      quotaMb: quota === undefined ? undefined : wholeNumber(quota, 'quota', 1, MAX_QUOTA_MB),
      days: wholeNumber(days, 'days', 1, MAX_DAYS),
    }
  },
  run: async ({ site, who }, { action, name, owns, quotaMb, days }) => {
    if (action === 'set') {
      const parts = owns.filter(Boolean)
      await setTeam(site, who, name, parts, quotaMb)
      return [`${name} owns ${parts.join(', ') || 'nothing'}.`]
    }
    if (action === 'token') {
      const { id, token, expiresAt } = await addToken(site, who, name, days)
      return [token, `Token ${id} of ${name} until ${expiresAt}. It is shown only once.`]
    }
    if (action === 'revoke') {
      await revokeToken(site, who, name)
      return [`Token ${name} is revoked.`]
    }
    const { teams, tokens } = await readTeams(site)
    return Object.entries(teams).flatMap(([one, { owns, quotaMb = DEFAULT_QUOTA_MB }]) => [
      `${one} owns ${owns.join(', ') || 'nothing'}, and may have ${quotaMb} MB`,
      ...tokens
        .filter((token) => token.team === one)
        .map(
          ({ id, expiresAt, revokedAt }) =>
            `  token ${id} ${revokedAt ? `revoked at ${revokedAt}` : `until ${expiresAt}`}`,
        ),
    ])
  },
  print: (lines) => lines,
})
