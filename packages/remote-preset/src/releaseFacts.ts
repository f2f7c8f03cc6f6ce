import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Release, unmetNeeds } from '@console/shared-kernel/remote'
import { kernelRange, kernelVersion, reactRange } from './kernelFacts'

const KERNEL = '@console/shared-kernel'

/**
 * Ranges that `package.json` does not declare in `peerDependencies` default to the installed kernel's.
 * @throws Error if a declared range excludes what the remote is built with
 */
export function releaseFacts(root: string): Pick<Release, 'version' | 'kernel' | 'react'> {
  const file = join(root, 'package.json')
  const { version, peerDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string
    peerDependencies?: Record<string, string>
  }
  const declared = { kernel: peerDependencies[KERNEL], react: peerDependencies['react'] }
  const kernel = declared.kernel ?? kernelRange
  const react = declared.react ?? reactRange
  const installed = {
    kernel: kernelVersion,
    react: (createRequire(file)('react/package.json') as { version: string }).version,
  }
  for (const unmet of unmetNeeds({ kernel, react }, installed))
    if ('needs' in unmet && declared[unmet.part] !== undefined)
      throw new Error(
        `${file}: peerDependencies declare ${unmet.part} ${unmet.needs}, and ${unmet.has} is installed.`,
      )
  return { version, kernel, react }
}
