import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { createStore, lazyWithRetry, useStore } from '@console/shared-kernel/core'
import {
  connect,
  OfferedPanelsContext,
  ServedPathsContext,
  unsavedStore,
  useSession,
} from '@console/shared-kernel/host'
import { hasParameters, OPEN_KINDS, panelPath } from '@console/shared-kernel/remote'
import {
  CompositionContext,
  createComposition,
  reportFrozen,
  useResolvedScreens,
  useComposition,
  type ComposedScreen,
  type Composition,
} from '../features/composition/composition'
import { fetchEnvironment, type ReadEnvironment } from '../features/composition/environment'
import { pageEvents } from '../features/composition/eventLog/eventLog'
import { createModuleLoader } from '../features/composition/federation'
import type { OverrideAddresses } from '../features/composition/overrides/addressOverrides'
import { browserId, hostOfPage } from '../features/composition/pageState'
import { UnavailableRemotesPage } from '../features/composition/failurePanels'
import { createQuarantine } from '../features/composition/quarantine'
import { ScreenOutlet, screenAt } from '../features/composition/ScreenOutlet'
import { canTakeInPlace } from '../features/composition/update/updates'
import { requiredReload } from '../features/composition/update/requiredReload'
import { NotFoundScreen } from '../features/not-found/NotFoundScreen'
import { ProtectedArea } from '../features/shell/ProtectedArea'
import { prefetch } from '../features/composition/prefetch'
import type { NavEntry } from '../features/shell/model'

const AboutDialog = lazyWithRetry(
  async () => (await import('../features/composition/about/AboutDialog')).AboutDialog,
)

const OverrideQuestion = lazyWithRetry(
  async () => (await import('../features/composition/overrides/overrideNotices')).OverrideQuestion,
)

const OverrideBanner = lazyWithRetry(
  async () => (await import('../features/composition/overrides/overrideNotices')).OverrideBanner,
)
const loadPanelOutlet = async () => (await import('../features/composition/PanelOutlet')).PanelOutlet
const PanelOutlet = lazyWithRetry(loadPanelOutlet)
const UpdateNotice = lazyWithRetry(
  async () => (await import('../features/composition/update/UpdateNotice')).UpdateNotice,
)

/** Composes the console before it is rendered. */
export async function composeConsole(read: ReadEnvironment, requested: OverrideAddresses) {
  const ofPage = { events: pageEvents, modules: createModuleLoader(), quarantine: createQuarantine() }
  const first = createComposition(read, { ...ofPage, requested })
  await first.overrides.ready
  reportFrozen(first)
  const current = createStore(first)

  async function readAgain(): Promise<void> {
    const served = await fetchEnvironment()
    const running = hostOfPage(read.environment.host)
    if (!canTakeInPlace(read, running, served, browserId())) return location.reload()
    connect(served.environment)
    const next = createComposition(served, ofPage)
    await next.overrides.ready
    current.get().close()
    current.set(next)
  }

  return function Console() {
    return (
      <CompositionContext value={useStore(current)}>
        <ConsoleArea onReadAgain={readAgain} />
      </CompositionContext>
    )
  }
}

function ConsoleArea({ onReadAgain }: { onReadAgain: () => Promise<void> }) {
  const composition = useComposition()
  const { screens, panels, faults } = useResolvedScreens()
  const { pending } = useStore(composition.overrides.state)
  const { pathname } = useLocation()
  const isAsking = pending.length > 0
  const screen = screenAt(screens, pathname)
  const paths = useMemo(() => screens.map(({ path }) => path), [screens])
  const kinds = useMemo(
    () => OPEN_KINDS.filter((kind) => panels.some(({ path }) => path === panelPath(kind))),
    [panels],
  )
  useStartAhead(composition, isAsking ? undefined : screen)

  if (isAsking) return <OverrideQuestion />
  // the address may belong to a remote with a fault: show that fault instead of 'not found'
  if (!screen && faults.length === 0) return <NotFoundScreen />
  return (
    <ServedPathsContext value={paths}>
      <OfferedPanelsContext value={kinds}>
        <ProtectedArea
          navigation={navigationEntries(screens)}
          notices={<ConsoleNotices />}
          panel={<PanelArea />}
          AboutDialog={AboutDialog}
        >
          {screen ? <ScreenOutlet /> : <UnavailableRemotesPage path={pathname} onReadAgain={onReadAgain} />}
        </ProtectedArea>
      </OfferedPanelsContext>
    </ServedPathsContext>
  )
}

/** Panels are prefetched after the first screen and its calls. */
const PREFETCH_PANELS_MS = 3_000

function PanelArea() {
  const { panels } = useResolvedScreens()
  const { search } = useLocation()
  useEffect(() => {
    if (panels.length === 0) return undefined
    const timer = setTimeout(() => {
      for (const panel of panels) void prefetch(panel)
      // a failure is ignored: opening a panel tries again
      loadPanelOutlet().catch(() => undefined)
    }, PREFETCH_PANELS_MS)
    return () => clearTimeout(timer)
  }, [panels])
  return new URLSearchParams(search).has('open') && <PanelOutlet />
}

/** Loads the screen's code during the session check; nothing is rendered before its answer. */
function useStartAhead(composition: Composition, screen: ComposedScreen | undefined): void {
  const { token } = useSession()
  useEffect(() => {
    if (token !== null) composition.startAhead(screen)
  }, [composition, token, screen])
}

/** Entries for the screens with `nav`. A path with parameters has no single address, so it gets no entry. */
const navigationEntries = (screens: ComposedScreen[]): NavEntry[] =>
  screens
    .flatMap((screen) =>
      screen.nav && !hasParameters(screen.path)
        ? [{ path: screen.path, ...screen.nav, prefetch: () => prefetch(screen) }]
        : [],
    )
    .sort((a, b) => a.order - b.order)

function ConsoleNotices() {
  const { overrides, updates } = useComposition()
  const { active, notices } = useStore(overrides.state)
  const update = useSyncExternalStore(updates.subscribe, updates.get)
  const editing = useStore(unsavedStore)
  useRequiredReload(update === 'required')
  return (
    <>
      {active.length + notices.length > 0 && <OverrideBanner />}
      {update !== 'none' && !editing && <UpdateNotice required={update === 'required'} />}
    </>
  )
}

function useRequiredReload(required: boolean): void {
  const { pathname } = useLocation()
  const queryClient = useQueryClient()
  const pending = useRef<ReturnType<typeof requiredReload>>(null)
  useEffect(() => {
    if (!required) return undefined
    const isWriting = () => queryClient.isMutating() > 0
    pending.current = requiredReload({ isWriting, reload: () => location.reload() })
    return () => {
      pending.current?.stop()
      pending.current = null
    }
  }, [required, queryClient])
  useEffect(() => pending.current?.screenChanged(), [pathname])
}
