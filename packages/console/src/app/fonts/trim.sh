#!/bin/sh
# Creates the font files of this folder, and their copies for the sign-in pages, from the Latin file of
# @fontsource-variable/inter 5.3.0. Run it in the root of the repository after updating that package; it needs fonttools
# 4.66 and brotli 1.2 (pip install fonttools brotli).
set -eu
source=node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2
target=packages/console/src/app/fonts
weights=$(mktemp -d)/inter.ttf
fonttools varLib.instancer -q "$source" wght=400:600 -o "$weights"
trim() {
  pyftsubset "$weights" --flavor=woff2 --layout-features=ccmp,kern,liga,locl,mark,mkmk,tnum \
    --unicodes="$2" --output-file="$target/$1.woff2"
}
# The ranges are those of inter.css.
trim inter-basic U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2191,U+2193
trim inter-latin U+00A1-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-200F,U+2016-2017,U+201F-2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2212,U+2215,U+FEFF,U+FFFD
cp "$target"/inter-*.woff2 packages/sign-in/src/fonts/
