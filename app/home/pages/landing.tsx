import { useContext, useEffect } from "react";
import { watchCards } from "#app/device/cards.ts";
import { SiteContext, useIsOn } from "#app/ui/page.tsx";
import { features } from "../content.ts";
import type { Landing as Content } from "./landing.server.ts";
import { Features, Feedback, Hero, Live, Partners, Peers, Voices } from "./landing-parts.tsx";

/** The sections of the specification, and the community's latest items. */
export default function Landing({ landing, isMember }: { landing: Content | null; isMember: boolean }) {
  const site = useContext(SiteContext);
  const isOn = useIsOn();
  const ownFeatures = landing ? landing.features : [];
  useEffect(watchCards, []);
  return (
    <>
      <Hero college={site.college} numbers={landing?.numbers ?? []} isMember={isMember} />
      {landing && <Live things={landing.live} />}
      {landing?.partners && <Partners {...landing.partners} />}
      {ownFeatures && (
        <Features
          features={features
            .map((feature, index) => ({
              ...feature,
              ...ownFeatures.find(({ place }) => place === String(index + 1)),
            }))
            .filter(({ to }) => isOn(to))}
          siteName={site.name}
          isMember={isMember}
          areQuestionsPublic={landing?.areQuestionsPublic ?? false}
        />
      )}
      {landing?.placed && <Peers {...landing.placed} />}
      {landing?.testimonials && <Voices {...landing.testimonials} />}
      {!isMember && <Feedback />}
    </>
  );
}
