import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { startNode } from '../../../packages/emulator/src/processes'
import { paths, root } from '../../../scripts/lib/paths'
import { peerFolder } from './folders'
import { buildWithRsbuild } from './servers'

/** The react-admin application, whose packages only the bench installs. */
export async function buildPeer(): Promise<void> {
  await run(join(root, 'scripts', 'install.mjs'), 'e2e/bench/peer')
  // `npm run types` skips this folder, because its packages may not be installed
  await run(paths.tsc, '-p', peerFolder)
  await buildWithRsbuild(peerFolder)
}

async function run(...args: string[]): Promise<void> {
  const { code, words } = await startNode(args, { output: 'show' }).ended
  if (code !== 0) throw new CommandError(`${args.join(' ')} ${words}.`)
}
