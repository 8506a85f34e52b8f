// Built-in list of disposable email domains, for which no service has to be asked. It is never complete: the operator's
// service or the tenant's blocklist covers the rest.
const domains = new Set(
  `10mail.org 10minutemail.com 10minutemail.net 20minutemail.com anonbox.net anonymbox.com armyspy.com binkmail.com
  bobmail.info burnermail.io byom.de chammy.info cool.fr.nf crazymailing.com cuvox.de dayrep.com deadaddress.com despam.it
  devnullmail.com discard.email discardmail.com discardmail.de dispostable.com dodgit.com dropmail.me e4ward.com
  easytrashmail.com einrot.com email-fake.com emailfake.com emailondeck.com emailtemporario.com.br emltmp.com fakeinbox.com
  fakemail.net fleckens.hu generator.email getairmail.com getnada.com gishpuppy.com grr.la guerrillamail.biz
  guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com
  gustr.com harakirimail.com hidemail.de inboxbear.com inboxkitten.com incognitomail.com incognitomail.org
  instantemailaddress.com jetable.com jetable.fr.nf jetable.net jetable.org jourrapide.com kasmail.com klzlk.com
  kurzepost.de letthemeatspam.com mail-temp.com mail-temporaire.fr mailcatch.com maildrop.cc mailexpire.com mailforspam.com
  mailin8r.com mailinater.com mailinator.com mailinator.net mailinator2.com mailismagic.com mailmetrash.com mailnesia.com
  mailnull.com mailsac.com mailtemp.info mailtothis.com mailzilla.com meltmail.com mierdamail.com mintemail.com moakt.com
  mohmal.com muellmail.com mvrht.com mytemp.email nada.email nospam.ze.tc nospamfor.us notmailinator.com nowmymail.com
  objectmail.com one-time.email onewaymail.com pokemail.net reallymymail.com rhyta.com safetymail.info sharklasers.com
  sneakemail.com sofort-mail.de sogetthis.com soodonims.com spam4.me spambog.com spambog.de spambog.ru spambox.us spamex.com
  spamfree24.com spamfree24.de spamfree24.org spamgourmet.com spamherelots.com spamhereplease.com streetwisemail.com
  supergreatmail.com superrito.com suremail.info teleworm.us temp-mail.io temp-mail.org tempail.com tempemail.net
  tempinbox.com tempmail.com tempmail.net tempmail.plus tempmailo.com tempr.email tempymail.com thankyou2010.com
  thisisnotmyrealemail.com throwawaymail.com tmailinator.com trash-mail.com trash-mail.de trashmail.com trashmail.de
  trashmail.io trashmail.me trashmail.net trashmail.ws trbvm.com tyldd.com uggsrock.com veryrealemail.com wegwerfemail.de
  wegwerfmail.de wegwerfmail.net wegwerfmail.org yopmail.com yopmail.fr yopmail.net zippymail.info zoemail.org`.split(
    /\s+/,
  ),
);

/** Matches the domain and its parents, since such services also offer subdomains. */
export const isKnownDisposable = (domain: string): boolean => {
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
};
