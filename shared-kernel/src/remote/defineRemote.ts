import type { ReleaseScreen } from './documents'

export interface RemoteDefinition {
  /** The name it is deployed under: a key of `remotes` in the environment document. */
  name: string
  screens: ScreenDefinition[]
}

export interface ScreenDefinition extends Omit<ReleaseScreen, 'preload'> {
  /** Source file of the exposed module, relative to the remote's folder. Its default export is the screen. */
  file: string
}

/** What the build preset reads; gives the definition its type. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition
