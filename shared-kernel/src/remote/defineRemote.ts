import type { ReleaseScreen } from './documents'

/** What a remote says of itself, in its own `remote.ts`; the build makes the release record from it. */
export interface RemoteDefinition {
  /** The name it is deployed under: a key of `remotes` in the environment document. */
  name: string
  screens: ScreenDefinition[]
}

export interface ScreenDefinition extends Omit<ReleaseScreen, 'preload'> {
  /** Source file of the exposed module, relative to the remote's folder. Its default export is the screen. */
  file: string
}

/** Gives the definition its type where it is written down. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition
