import { warnOfDeprecated } from '../client/deprecations'
import { DescriptionList, type DescriptionListProps } from './DescriptionList'

/** @deprecated since 2.1.0: it is `DescriptionList`. Gone in 4.0.0. */
export function Facts(props: DescriptionListProps) {
  warnOfDeprecated('Facts')
  return <DescriptionList {...props} />
}
