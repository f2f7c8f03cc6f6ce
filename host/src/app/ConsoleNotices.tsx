import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { lazyWithRetry, useStore } from '@console/shared-kernel/core'
import { unsavedStore } from '@console/shared-kernel/host'
import { useComposition } from '../features/composition/composition'
import { requiredReload } from '../features/composition/update/requiredReload'

const OverrideBanner = lazyWithRetry(
  async () => (await import('../features/composition/overrides/overrideNotices')).OverrideBanner,
)
const UpdateNotice = lazyWithRetry(
  async () => (await import('../features/composition/update/UpdateNotice')).UpdateNotice,
)

export function ConsoleNotices() {
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
