import { useSyncExternalStore } from 'react'
import { unsavedStore, useStore } from '@console/shared-kernel/core'
import { overrideStore } from '../features/composition/overrides/overrideStore'
import { updateStore } from '../features/composition/update/updateStore'
import { partOnDemand } from './partOnDemand'

const OverrideBanner = partOnDemand(
  async () => (await import('../features/composition/overrides/OverrideBanner')).OverrideBanner,
)
const UpdateNotice = partOnDemand(
  async () => (await import('../features/composition/update/UpdateNotice')).UpdateNotice,
)

/** What is to be known of this tab whatever screen it shows. */
export function ConsoleNotices() {
  const { active, notices } = useStore(overrideStore)
  const updateReady = useSyncExternalStore(updateStore.subscribe, updateStore.get)
  const editing = useStore(unsavedStore)
  return (
    <>
      {active.length + notices.length > 0 && <OverrideBanner />}
      {updateReady && !editing && <UpdateNotice />}
    </>
  )
}
