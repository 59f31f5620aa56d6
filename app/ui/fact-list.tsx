import type { ReactNode } from "react";

/** A list of names and values, without empty ones. @param className from `styleFactList` */
export const FactList = ({
  facts,
  className,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  className: string;
}) => (
  <dl className={className}>
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
);
