import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as axios from 'axios'
import { version as axiosVersion } from 'axios/package.json'
import { version as emotionVersion } from '@emotion/react/package.json'
import { version as styledVersion } from '@emotion/styled/package.json'
import { version as formVersion } from 'react-hook-form/package.json'
import { version as muiVersion } from '@mui/material/package.json'
import { version as queryVersion } from '@tanstack/react-query/package.json'
import { version as routerVersion } from 'react-router-dom/package.json'
import { version as kernelVersion } from '@console/shared-kernel/package.json'
import * as combobox from '@console/shared-kernel/combobox'
import * as core from '@console/shared-kernel/core'
import * as levels from '@console/shared-kernel/levels'
import * as rules from '@console/shared-kernel/rules'
import * as table from '@console/shared-kernel/table'
import * as view from '@console/shared-kernel/view'
import type { Imports, Provided } from '@console/shared-kernel/remote'
import { hostPart } from '../remoteFailure'
import * as muiInHost from './generated/muiInHost'
import { KNOWN_NAMES, MUI_OTHERS } from './generated/exportNames'
import * as query from './query'
import * as router from './router'

/** A module that exists once in the page, in the host's version. */
interface Shared {
  version: string
  get: () => Promise<() => object>
  /** Resolves with all export names, or enough to check the wanted ones. */
  names: (wanted: readonly string[]) => Promise<readonly string[]>
  isPending: () => boolean
}

const present = (version: string, module: object): Shared => ({
  version,
  get: async () => () => module,
  names: async () => Object.keys(module),
  isPending: () => false,
})

/** Loads a module on demand; after a failure, the next call tries again. */
export function lazily(version: string, load: () => Promise<object>, names: Shared['names']): Shared {
  let pending = 0
  return {
    version,
    get: async () => {
      pending += 1
      const module = await hostPart(load).finally(() => (pending -= 1))
      return () => module
    },
    names,
    isPending: () => pending > 0,
  }
}

const onDemand = (name: string, version: string, load: () => Promise<object>) => ({
  [name]: lazily(version, load, async (wanted) => {
    if (KNOWN_NAMES[name]) return KNOWN_NAMES[name]
    const isComponent = /\/[A-Z]\w+$/.test(name)
    if (isComponent && wanted.every((one) => one === 'default')) return wanted
    const { OTHER_NAMES } = await hostPart(
      () => import(/* webpackChunkName: "share-names" */ './generated/otherNames'),
    )
    return OTHER_NAMES[name] ?? []
  }),
})

const KERNEL = '@console/shared-kernel'
const kernel = (entry: string, load: () => Promise<object>) =>
  onDemand(`${KERNEL}/${entry}`, kernelVersion, load)

const muiOther = (path: (typeof MUI_OTHERS)[number]) =>
  onDemand(
    `@mui/material/${path}`,
    muiVersion,
    async () => (await import(/* webpackChunkName: "mui" */ './generated/muiOthers'))[path],
  )

export const MUI_OF_SCREENS = [
  'Checkbox',
  'FormControlLabel',
  'FormGroup',
  'FormHelperText',
  'Link',
  'Skeleton',
  'Switch',
  'TableBody',
] as const
const muiOfScreens = (path: (typeof MUI_OF_SCREENS)[number]) =>
  onDemand(
    `@mui/material/${path}`,
    muiVersion,
    async () => (await import(/* webpackChunkName: "mui-of-screens" */ './muiOfScreens'))[path],
  )

const loadForm = () => import(/* webpackChunkName: "kernel-form" */ '@console/shared-kernel/form')
/** The names that `sdk` exports are a subset of these modules' names. */
const loadSdk = async () => ({ ...core, ...table, ...view, ...(await loadForm()) })

/** The modules that remotes take from the host; `kernelFacts.ts` of packages/remote-preset has the same list. */
export const shareTable: Readonly<Record<string, Shared>> = {
  react: present(React.version, React),
  'react/jsx-runtime': present(React.version, jsxRuntime),
  'react-dom': present(React.version, ReactDOM),
  'react-router-dom': present(routerVersion, router),
  '@tanstack/react-query': present(queryVersion, query),
  axios: present(axiosVersion, axios),
  ...Object.fromEntries(
    Object.entries(muiInHost).map(([path, part]) => [`@mui/material/${path}`, present(muiVersion, part)]),
  ),
  ...Object.assign({}, ...MUI_OTHERS.map(muiOther), ...MUI_OF_SCREENS.map(muiOfScreens)),
  ...onDemand(
    '@mui/material/styles',
    muiVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@mui/material/styles'),
  ),
  ...onDemand(
    '@mui/material/Tab',
    muiVersion,
    () => import(/* webpackChunkName: "mui-tabs" */ '@mui/material/Tab'),
  ),
  ...onDemand(
    '@mui/material/Tabs',
    muiVersion,
    () => import(/* webpackChunkName: "mui-tabs" */ '@mui/material/Tabs'),
  ),
  ...onDemand(
    '@emotion/react',
    emotionVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@emotion/react'),
  ),
  ...onDemand(
    '@emotion/styled',
    styledVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@emotion/styled'),
  ),
  ...onDemand(
    'react-hook-form',
    formVersion,
    () => import(/* webpackChunkName: "kernel-form" */ 'react-hook-form'),
  ),
  [`${KERNEL}/core`]: present(kernelVersion, core),
  [`${KERNEL}/rules`]: present(kernelVersion, rules),
  [`${KERNEL}/levels`]: present(kernelVersion, levels),
  [`${KERNEL}/view`]: present(kernelVersion, view),
  // every screen shows a table, which a separate file would delay
  [`${KERNEL}/table`]: present(kernelVersion, table),
  // the first screens also show the filter
  [`${KERNEL}/combobox`]: present(kernelVersion, combobox),
  ...kernel('form', loadForm),
  // loaded with the form, which also contains it
  ...kernel('games', () => import(/* webpackChunkName: "kernel-form" */ '@console/shared-kernel/games')),
  [`${KERNEL}/sdk`]: lazily(kernelVersion, loadSdk, () => hostPart(loadSdk).then(Object.keys)),
  ...kernel('dates', () => import(/* webpackChunkName: "kernel-dates" */ '@console/shared-kernel/dates')),
  ...kernel('charts', () => import(/* webpackChunkName: "kernel-charts" */ '@console/shared-kernel/charts')),
  ...kernel('bulk', () => import(/* webpackChunkName: "kernel-bulk" */ '@console/shared-kernel/bulk')),
  ...kernel(
    'conflicts',
    () => import(/* webpackChunkName: "kernel-conflicts" */ '@console/shared-kernel/conflicts'),
  ),
  ...kernel('panel', () => import(/* webpackChunkName: "kernel-panel" */ '@console/shared-kernel/panel')),
  ...kernel(
    'user-details',
    () => import(/* webpackChunkName: "kernel-user-details" */ '@console/shared-kernel/user-details'),
  ),
}

export async function providedFor(imports: Imports | undefined): Promise<Provided> {
  const wanted = typeof imports === 'object' ? Object.entries(imports) : []
  const known = wanted.filter(([name]) => Object.hasOwn(shareTable, name))
  const exports = known.map(async ([name, names]) => [name, await shareTable[name]!.names(names)] as const)
  return {
    kernel: kernelVersion,
    react: React.version,
    exports: Object.fromEntries(await Promise.all(exports)),
  }
}

/** Whether a release waits for a shared module that is still loading. */
export function isSharePending(imports: Imports | undefined): boolean {
  // a release without a list of imports may import any of them
  const names = Object.keys(typeof imports === 'object' ? imports : shareTable)
  return names.some((name) => Object.hasOwn(shareTable, name) && shareTable[name]!.isPending())
}
