import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import { version as kernelVersion } from '@console/shared-kernel/package.json'
import * as core from '@console/shared-kernel/core'
import * as rules from '@console/shared-kernel/rules'
import * as table from '@console/shared-kernel/table'
import type { Provided } from '@console/shared-kernel/remote/compatibility'
import { hostPart } from './events/failure'

export const provided: Provided = { kernel: kernelVersion, react: React.version }

/** A module in the one version that the host has, as containers ask for it: what `get` gives makes it. */
type Shared = Record<string, { from: string; get: () => (() => object) | Promise<() => object> }>

const loaded = (version: string, module: object): Shared => ({
  [version]: { from: 'console', get: () => () => module },
})
/** Asked for anew until it has come. */
export const lazily = (load: () => Promise<object>) => ({
  [kernelVersion]: {
    from: 'console',
    get: async () => {
      const module = await hostPart(load)
      return () => module
    },
  },
})

/**
 * Everything a remote takes from the host, and nothing else: what is listed here exists once in the
 * page. The build preset of the remotes lists the same names.
 */
export const shareTable = {
  react: loaded(React.version, React),
  'react-dom': loaded(React.version, ReactDOM),
  'react/jsx-runtime': loaded(React.version, jsxRuntime),
  '@console/shared-kernel/core': loaded(kernelVersion, core),
  '@console/shared-kernel/rules': loaded(kernelVersion, rules),
  // every screen shows one: asked for by itself, it would be one more file to wait for
  '@console/shared-kernel/table': loaded(kernelVersion, table),
  '@console/shared-kernel/form': lazily(
    () => import(/* webpackChunkName: "kernel-form" */ '@console/shared-kernel/form'),
  ),
  '@console/shared-kernel/switch': lazily(
    () => import(/* webpackChunkName: "kernel-switch" */ '@console/shared-kernel/switch'),
  ),
  '@console/shared-kernel/combobox': lazily(
    () => import(/* webpackChunkName: "kernel-combobox" */ '@console/shared-kernel/combobox'),
  ),
  '@console/shared-kernel/dates': lazily(
    () => import(/* webpackChunkName: "kernel-dates" */ '@console/shared-kernel/dates'),
  ),
  '@console/shared-kernel/charts': lazily(
    () => import(/* webpackChunkName: "kernel-charts" */ '@console/shared-kernel/charts'),
  ),
  '@console/shared-kernel/user-details': lazily(
    () => import(/* webpackChunkName: "kernel-user-details" */ '@console/shared-kernel/user-details'),
  ),
} satisfies Record<string, Shared>
