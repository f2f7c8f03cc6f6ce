import type { ReleasePanel, ReleaseScreen } from './release'

export interface RemoteDefinition {
  /** The name under which it is deployed: a key of `remotes` in the environment document. */
  name: string
  screens: ScreenDefinition[]
  /** At most one per kind; no other remote of the console may have a panel of that kind. */
  panels?: PanelDefinition[]
}

export interface ScreenDefinition extends Omit<ReleaseScreen, 'preload'> {
  /** Source file of the exposed module, relative to the remote's folder. Its default export is the screen. */
  file: string
}

export interface PanelDefinition extends Omit<ReleasePanel, 'preload'> {
  /** Source file of the exposed module. Its default export renders the panel and the dialogs of `do=`. */
  file: string
}

/** Screens and panels: the modules that a build exposes. */
export const modulesOf = ({ screens, panels = [] }: RemoteDefinition) => [...screens, ...panels]

/** Gives the definition its type; the build preset reads it. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition

/** Defined by the build preset: the remote's name and build. */
declare const CONSOLE_RELEASE: string

/**
 * A query key that is specific to one build: remotes share a cache, and a page may hold two builds with
 * different shapes.
 */
export const ownKey = <Parts extends readonly unknown[]>(...parts: Parts): readonly [string, ...Parts] => [
  typeof CONSOLE_RELEASE === 'undefined' ? 'alone' : CONSOLE_RELEASE,
  ...parts,
]
