import { relative } from 'node:path'
import { z } from 'zod'
import { removeUnused, unused } from '../site/prune'
import { command, wholeNumber } from './command'

const DAYS = '30'
const MAX_DAYS = 99_999

export const prune = command({
  usage: 'prune [--days N] [--dry-run]',
  summary: `removes releases that no environment has used within the last days (${DAYS})`,
  options: { days: { type: 'string', default: DAYS }, 'dry-run': { type: 'boolean' } },
  positionals: [0, 0],
  input: z.object({ days: z.int().min(0), dryRun: z.boolean().optional() }),
  output: z.object({ releases: z.array(z.string()), files: z.number() }),
  read: ({ days, 'dry-run': dryRun }) => ({ days: wholeNumber(days, 'days', 0, MAX_DAYS), dryRun }),
  needs: () => 'host',
  run: async ({ site, who }, { days, dryRun }) => {
    const { releases, files } = dryRun
      ? await unused(site, days, new Date())
      : await removeUnused(site, days, who)
    return { releases: releases.map((folder) => relative(site.root, folder)), files: files.length }
  },
  print: ({ releases, files }, { dryRun }) => {
    const verb = dryRun ? 'Would remove' : 'Removed'
    return [
      ...releases.map((release) => `${verb} ${release}`),
      `${verb} ${releases.length} releases and ${files} files of earlier hosts.`,
    ]
  },
})
