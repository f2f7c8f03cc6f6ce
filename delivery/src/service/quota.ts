import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { bytesIn, type Site } from '../site/files'
import { DEFAULT_QUOTA_MB, readTeams, type Caller } from './teams'

const MB = 1024 * 1024

/** @param upload a folder that is not counted in the site yet. @throws CommandError if all releases of the team would need more than it may have in the site */
export async function requireQuota(site: Site, { team, owns }: Caller, upload: string): Promise<void> {
  const { quotaMb = DEFAULT_QUOTA_MB } = (await readTeams(site)).teams[team] ?? {}
  let bytes = await bytesIn(upload)
  for (const app of owns) bytes += await bytesIn(join(site.root, app))
  if (bytes > quotaMb * MB)
    throw new CommandError(
      `With this release ${team} would have ${Math.ceil(bytes / MB)} MB in the site, and may have ${quotaMb} MB: 'prune' removes what is not used any more, 'team set' gives more.`,
    )
}
