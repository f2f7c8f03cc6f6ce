import { Screen, ScreenHeader } from '@console/shared-kernel/core'

export default function InternalData() {
  return (
    <Screen>
      <ScreenHeader title="Internal Data" />
    </Screen>
  )
}
