import type { ComponentProps } from 'react'
import { warnOfDeprecated } from '../../client/deprecations'
import { ExportButtons } from './ExportButtons'

type Props<Row> = Omit<ComponentProps<typeof ExportButtons<Row>>, 'name'> & { name: string }

/**
 * Exports a list.
 *
 * @deprecated since 2.1.0: `ExportButtons` takes the parts of the file's name. Gone in 4.0.0.
 */
export function ExportCsvButton<Row>({ name, ...props }: Props<Row>) {
  warnOfDeprecated('ExportCsvButton')
  return <ExportButtons {...props} name={[name]} />
}
