import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach } from '@jest/globals'
import { act } from '@testing-library/react'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { createBrowserRouter, Outlet, RouterProvider, useNavigate } from 'react-router-dom'
import {
  AddressDialog,
  AddressPanel,
  useDialogOnBack,
  useFormOnLeave,
  useNavigationGuard,
} from '../src/client/navigationGuard'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen, useOpened } from '../src/client/opened'
import { renderPart } from './render'

export type Kind = 'plain' | 'busy'
/** Runs at once; several may run before the next render. */
export type Call =
  | { do: 'open'; id: string; action: boolean }
  | { do: 'step'; id: string }
  | { do: 'close' }
  | { do: 'go'; path: string }
/** Runs after the previous command was rendered. */
export type Step =
  | { do: 'open local'; kind: Kind }
  | { do: 'close local' | 'type' | 'send' | 'fail' | 'discard' | 'keep' | 'open menu' }
  | { do: 'back' | 'forward' | 'back two' }
interface Answers {
  discard: () => void
  stay: () => void
}

interface Drawn {
  open: OpenFunctions & CloseFunctions
  go: (path: string) => void
  setLocal: (change: (before: readonly Kind[]) => readonly Kind[]) => void
  openMenu: () => void
  seen: () => object
}
interface DrawnForm {
  type: () => void
  setBusy: (busy: boolean) => void
  asked: Answers | null
}
const drawn: {
  page: Drawn | null
  form: DrawnForm | null
  /** The code of the address's dialog is not loaded yet. */
  isSlow?: boolean
  /** Where the page has a further form, in which something is typed. */
  note?: 'in panel' | 'on screen' | undefined
} = {
  page: null,
  form: null,
}

function Pages() {
  useNavigationGuard()
  return <Outlet />
}

function Local({ close }: { close: () => void }) {
  useDialogOnBack(close)
  return null
}

/** A form in the address. */
function Form({ onClose }: { onClose: () => void }) {
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Answers | null>(null)
  useDialogOnBack(() => {
    if (busy) return
    if (changed) setAsked({ discard: onClose, stay: () => undefined })
    else onClose()
  }, busy)
  useFormOnLeave(changed, (discard, stay) => {
    if (!busy) setAsked({ discard, stay })
    return !busy
  })
  const answered = (answer?: () => void) => () => {
    setAsked(null)
    answer?.()
  }
  useLayoutEffect(() => {
    drawn.form = {
      type: () => setChanged(true),
      setBusy: (next) => setBusy(next),
      asked: asked && { discard: answered(asked.discard), stay: answered(asked.stay) },
    }
    return () => {
      drawn.form = null
    }
  })
  return asked && <Local close={answered(asked.stay)} />
}

/** A form without a dialog, in which something is typed. */
function TypedNote() {
  const [asked, setAsked] = useState<Answers | null>(null)
  useFormOnLeave(true, (discard, stay) => {
    setAsked({ discard, stay })
    return true
  })
  useLayoutEffect(() => {
    drawn.form = { type: () => undefined, setBusy: () => undefined, asked }
    return () => {
      drawn.form = null
    }
  })
  return null
}

function Page() {
  const [local, setLocal] = useState<readonly Kind[]>([])
  const [menu, setMenu] = useState(false)
  const opened = useOpened()
  const open = { ...useOpen(), ...useClose() }
  const navigate = useNavigate()
  const { kind, id, action, showsPanel } = opened
  useLayoutEffect(() => {
    drawn.page = {
      open,
      go: (path) => void navigate(path),
      setLocal: (change) => setLocal(change),
      openMenu: () => setMenu(true),
      seen: () => ({
        panel: showsPanel && kind ? id : null,
        dialog: action && `${action} ${id}`,
        local,
        menu,
      }),
    }
  })
  return (
    <>
      {action && drawn.isSlow !== true && (
        <AddressDialog>
          <Form key={`${id} ${action}`} onClose={open.close} />
        </AddressDialog>
      )}
      {drawn.note === 'in panel' && showsPanel && (
        <AddressPanel>
          <TypedNote key={id} />
        </AddressPanel>
      )}
      {drawn.note === 'on screen' && <TypedNote />}
      {local.map((which, index) => (
        <Local key={index} close={() => which === 'plain' && setLocal((before) => before.slice(0, -1))} />
      ))}
      {menu && (
        <Menu open anchorReference="none" onClose={() => setMenu(false)}>
          <MenuItem>An entry</MenuItem>
        </Menu>
      )}
    </>
  )
}

const PATHS = ['/a', '/b', '/c']
let stop: (() => void) | undefined

function start(): void {
  // a new entry of the same document: the entries of earlier sequences lie behind it
  history.pushState(null, '', '/a')
  const router = createBrowserRouter([
    { Component: Pages, children: PATHS.map((path) => ({ path, element: <Page key={path} /> })) },
  ])
  const { unmount } = renderPart(<RouterProvider router={router} />)
  stop = () => {
    unmount()
    router.dispose()
    drawn.page = null
  }
}

const seen = () => ({
  path: location.pathname,
  search: location.search,
  ...drawn.page?.seen(),
  asks: Boolean(drawn.form?.asked),
})

function call(one: Call): void {
  const page = drawn.page!
  if (one.do === 'go') page.go(one.path)
  else if (one.do === 'open') page.open.open('machine', one.id, one.action ? 'credit' : undefined)
  else if (one.do === 'step') page.open.step('machine', one.id)
  else page.open.close()
}

function take(step: Step): void {
  const page = drawn.page!
  switch (step.do) {
    case 'open local':
      return page.setLocal((before) => [...before, step.kind])
    case 'close local':
      return page.setLocal((before) => before.slice(0, -1))
    case 'open menu':
      return page.openMenu()
    case 'type':
      return drawn.form?.type()
    case 'send':
    case 'fail':
      return drawn.form?.setBusy(step.do === 'send')
    case 'discard':
      return drawn.form?.asked?.discard()
    case 'keep':
      return drawn.form?.asked?.stay()
    case 'back two':
      return history.go(-2)
    case 'back':
      return history.back()
    case 'forward':
      return history.forward()
  }
}

const pause = (ms = 4) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

/** Sets up a test file about three pages, each with a panel and a dialog in its address. */
export function navigationPages() {
  beforeEach(() => history.replaceState(null, '', '/a'))
  afterEach(() => {
    stop?.()
    drawn.isSlow = false
    drawn.note = undefined
  })
  return { PATHS, drawn, start, stop: () => stop?.(), seen, call, take, pause }
}
