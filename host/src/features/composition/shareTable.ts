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
import * as core from '@console/shared-kernel/core'
import * as rules from '@console/shared-kernel/rules'
import * as table from '@console/shared-kernel/table'
import type { Provided } from '@console/shared-kernel/remote'
import { hostPart } from './events/failure'
import * as muiInHost from './shares/muiInHost'
import { MUI_OTHERS } from './shares/muiNames'
import * as query from './shares/query'
import * as router from './shares/router'

export const provided: Provided = { kernel: kernelVersion, react: React.version }

/** A module that the page holds once, in the one version that the host has. */
interface Shared {
  version: string
  get: () => Promise<() => object>
}

const present = (version: string, module: object): Shared => ({ version, get: async () => () => module })

/** Asked for again until it has come. */
export const lazily = (version: string, load: () => Promise<object>): Shared => ({
  version,
  get: async () => {
    const module = await hostPart(load)
    return () => module
  },
})
const muiOther = (path: (typeof MUI_OTHERS)[number]) =>
  lazily(muiVersion, async () => (await import(/* webpackChunkName: "mui" */ './shares/muiOthers'))[path])

/**
 * Everything a remote takes from the host, by the names that its source imports: what is listed here exists once
 * in the page. The preset of the remotes lists the same names (`remotePreset.ts`).
 */
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
  ...Object.fromEntries(MUI_OTHERS.map((path) => [`@mui/material/${path}`, muiOther(path)])),
  '@mui/material/styles': lazily(
    muiVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@mui/material/styles'),
  ),
  '@mui/material/Switch': lazily(
    muiVersion,
    () => import(/* webpackChunkName: "mui-switch" */ '@mui/material/Switch'),
  ),
  '@mui/material/Tab': lazily(
    muiVersion,
    () => import(/* webpackChunkName: "mui-tabs" */ '@mui/material/Tab'),
  ),
  '@mui/material/Tabs': lazily(
    muiVersion,
    () => import(/* webpackChunkName: "mui-tabs" */ '@mui/material/Tabs'),
  ),
  '@emotion/react': lazily(
    emotionVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@emotion/react'),
  ),
  '@emotion/styled': lazily(
    styledVersion,
    () => import(/* webpackChunkName: "mui-styles" */ '@emotion/styled'),
  ),
  'react-hook-form': lazily(
    formVersion,
    () => import(/* webpackChunkName: "kernel-form" */ 'react-hook-form'),
  ),
  '@console/shared-kernel/core': present(kernelVersion, core),
  '@console/shared-kernel/rules': present(kernelVersion, rules),
  // every screen shows one: asked for by itself, it would be one more file to wait for
  '@console/shared-kernel/table': present(kernelVersion, table),
  '@console/shared-kernel/form': lazily(
    kernelVersion,
    () => import(/* webpackChunkName: "kernel-form" */ '@console/shared-kernel/form'),
  ),
  '@console/shared-kernel/combobox': lazily(
    kernelVersion,
    () => import(/* webpackChunkName: "kernel-combobox" */ '@console/shared-kernel/combobox'),
  ),
  '@console/shared-kernel/dates': lazily(
    kernelVersion,
    () => import(/* webpackChunkName: "kernel-dates" */ '@console/shared-kernel/dates'),
  ),
  '@console/shared-kernel/charts': lazily(
    kernelVersion,
    () => import(/* webpackChunkName: "kernel-charts" */ '@console/shared-kernel/charts'),
  ),
  '@console/shared-kernel/user-details': lazily(
    kernelVersion,
    () => import(/* webpackChunkName: "kernel-user-details" */ '@console/shared-kernel/user-details'),
  ),
}
