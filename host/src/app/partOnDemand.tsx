import { useSyncExternalStore, type ComponentType } from 'react'
import { createStore } from '@console/shared-kernel/core'

/**
 * A part of the frame that most pages never show: it is loaded when it is first drawn. Until it comes, and
 * where it does not, nothing stands in its place.
 */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const store = createStore<{ Part: ComponentType<Props> | null }>({ Part: null })
  let asked = false
  const subscribe = (listener: () => void) => {
    if (!asked) {
      asked = true
      load().then(
        (Part) => store.set({ Part }),
        () => (asked = false),
      )
    }
    return store.subscribe(listener)
  }
  return function PartOnDemand(props: Props) {
    const { Part } = useSyncExternalStore(subscribe, store.get)
    return Part && <Part {...props} />
  }
}
